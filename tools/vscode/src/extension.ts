// The client: starts `tenon lsp` and leaves the rest to the protocol.

import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;
let output: vscode.OutputChannel;

function settings() {
  return vscode.workspace.getConfiguration('tenon');
}

function makeClient(): LanguageClient {
  const server: ServerOptions = {
    command: settings().get<string>('path', 'tenon'),
    args: ['lsp', ...settings().get<string[]>('arguments', [])],
    transport: TransportKind.stdio,
  };
  const documentSelector = [{ language: 'fsp' }];
  if (settings().get<boolean>('checkCPrograms', false)) {
    documentSelector.push({ language: 'c' });
  }
  const options: LanguageClientOptions = {
    documentSelector,
    outputChannel: output,
    initializationOptions: { timeout: settings().get<number>('timeout', 60) },
  };
  return new LanguageClient('tenon', 'Tenon', server, options);
}

async function start(): Promise<void> {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const path = settings().get<string>('path', 'tenon');
    const choice = await vscode.window.showErrorMessage(
      `Tenon: '${path} lsp' cannot be started. Install Tenon, or say where it is in the setting tenon.path. (${error})`,
      'Open Settings',
    );
    if (choice) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'tenon.path');
    }
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

async function execute(command: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) {
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  try {
    await client.sendRequest('workspace/executeCommand', { command, arguments: [uri, null] });
  } catch (error) {
    // An edit or the user has ended it; anything else is in the output.
    output.appendLine(String(error));
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('Tenon');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('tenon.checkFile', () => execute('tenon.check')),
    vscode.commands.registerCommand('tenon.cancelFile', () => execute('tenon.cancel')),
    vscode.commands.registerCommand('tenon.restartServer', restart),
    vscode.commands.registerCommand('tenon.showOutput', () => output.show()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      const affects = ['path', 'arguments', 'timeout', 'checkCPrograms'].some((name) =>
        change.affectsConfiguration(`tenon.${name}`),
      );
      if (affects) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
