// The grammar for highlighting: what it makes of texts, and that its keywords are those of the parser's grammar.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const here = path.dirname(fileURLToPath(import.meta.url));
const grammarFile = path.join(here, '../syntaxes/fsp.tmLanguage.json');
const grammarText = fs.readFileSync(grammarFile, 'utf8');

async function load() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(grammarText, grammarFile),
  });
  return registry.loadGrammar('source.fsp');
}

const grammar = await load();

// [text, innermost scope] of all that is not white space.
function tokens(text) {
  let stack = textmate.INITIAL;
  const result = [];
  for (const line of text.split('\n')) {
    const { tokens: found, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const token of found) {
      const word = line.slice(token.startIndex, token.endIndex).trim();
      if (word) {
        result.push([word, token.scopes.at(-1)]);
      }
    }
  }
  return result;
}

function scopeOf(text, word, occurrence = 0) {
  const found = tokens(text).filter(([token]) => token === word);
  assert.ok(found.length > occurrence, `'${word}' is a token of its own in:\n${text}\n${JSON.stringify(tokens(text))}`);
  return found[occurrence][1];
}

const checks = [
  ['const N = 0x1F', 'const', 'keyword.declaration.fsp'],
  ['const N = 0x1F', 'N', 'entity.name.type.fsp'],
  ['const N = 0x1F', '0x1F', 'constant.numeric.fsp'],
  ['P = (a[i:0..3] -> STOP).', 'P', 'entity.name.function.fsp'],
  ['P = (a[i:0..3] -> STOP).', 'a', 'variable.other.fsp'],
  ['P = (a[i:0..3] -> STOP).', '->', 'keyword.operator.arrow.fsp'],
  ['P = (a[i:0..3] -> STOP).', 'STOP', 'constant.language.state.fsp'],
  ['P = A,\nA[i:R] = (when (i > 0) b -> A[i-1]).', 'when', 'keyword.control.fsp'],
  ['||SYS = (a:P || {b,c}::Q)/{x/y}.', 'SYS', 'entity.name.class.fsp'],
  ['||SYS = (a:P || {b,c}::Q)/{x/y}.', '::', 'keyword.operator.parallel.fsp'],
  ['// P = const', 'P = const', 'comment.line.double-slash.fsp'],
  ['/* a\nconst */ P = STOP.', 'const', 'comment.block.fsp'],
  ['import P = "a.aut"', 'a.aut', 'string.quoted.double.fsp'],
  ['assert A = [](x -> <>F U y)', '[]', 'keyword.operator.temporal.fsp'],
  ['assert A = [](x -> <>F U y)', 'U', 'keyword.operator.temporal.fsp'],
  ['check S satisfies P using asym-learn expect violated;', 'satisfies', 'keyword.control.goal.fsp'],
  ['check S satisfies P using asym-learn expect violated;', 'asym-learn', 'support.constant.method.fsp'],
  ['check S satisfies P using asym-learn expect violated;', 'violated', 'constant.language.fsp'],
  ['repair M in S for P;', 'for', 'keyword.control.goal.fsp'],
  ['check deadlockfree S;', 'deadlockfree', 'keyword.control.goal.fsp'],
  ['component C { int x; while (x < 3) { c?x; } }', 'component', 'keyword.declaration.fsp'],
  ['component C { int x; while (x < 3) { c?x; } }', 'int', 'storage.type.fsp'],
  ['component C { int x; while (x < 3) { c?x; } }', 'while', 'keyword.control.fsp'],
  ['channel c : bits[8];', 'bits', 'storage.type.fsp'],
  // Words of goals and components are names in FSP.
  ['P = (check -> repair -> while -> int -> P).', 'check', 'variable.other.fsp'],
  ['P = (check -> repair -> while -> int -> P).', 'repair', 'variable.other.fsp'],
  ['P = (check -> repair -> while -> int -> P).', 'while', 'variable.other.fsp'],
  ['P = (check -> repair -> while -> int -> P).', 'int', 'variable.other.fsp'],
  ['component C { int accept; accept?x; or = 1; }', 'or', 'variable.other.fsp'],
];
for (const [text, word, scope] of checks) {
  assert.equal(scopeOf(text, word), scope, `${word} in ${text}`);
}

// What a component opens, it closes: what follows is highlighted as FSP again.
const after = 'component C { if (x) { y = 1; } }\nP = (while -> P).';
assert.equal(scopeOf(after, 'while'), 'variable.other.fsp');

// The keywords are those of the parser: its literals, and the words that it makes keywords in some places.
const lexer = fs.readFileSync(path.join(here, '../../../grammar/TenonLexer.g4'), 'utf8');
const reserved = [...lexer.matchAll(/^[A-Z]\w*\s*: '([a-z]+)' ;$/gm)].map((match) => match[1]);
assert.ok(reserved.length > 20 && reserved.includes('deterministic'), String(reserved));
const contextual = lexer.match(/tokens \{([^}]*)\}/)[1].split(',').map((name) => name.trim().toLowerCase().replace(/type$/, ''));
assert.ok(contextual.includes('deadlockfree') && contextual.includes('bits'), String(contextual));
const known = new Set(grammarText.match(/[a-z]+/g));
for (const word of [...reserved, ...contextual]) {
  assert.ok(known.has(word), `the keyword '${word}' is not in the grammar for highlighting`);
}
for (const word of reserved) {
  const scope = scopeOf(`P = ${word} `, word);
  assert.match(scope, /^(keyword|storage)\./, `${word}: ${scope}`);
}
// And no others: every word of a keyword rule is one of the parser.
const all = new Set([...reserved, ...contextual]);
const states = ['STOP', 'END', 'ERROR'];
for (const rule of grammarText.matchAll(/\\\\b\(([a-z|]+)\)/g)) {
  for (const word of rule[1].split('|')) {
    assert.ok(all.has(word) || states.includes(word), `'${word}' is no keyword of the parser`);
  }
}

// Every example is highlighted to its end: no rule is left open.
const examples = path.join(here, '../../../examples');
for (const name of fs.readdirSync(examples).filter((file) => file.endsWith('.fsp'))) {
  const text = fs.readFileSync(path.join(examples, name), 'utf8');
  assert.equal(scopeOf(`${text}\nconst LAST = 1`, 'LAST'), 'entity.name.type.fsp', name);
}
console.log(`${checks.length} texts, ${reserved.length} reserved and ${contextual.length} contextual words`);
