# check-components.sh FOLDER: checks each system of the folder under both readings against its comment, `urgent V4,
# interleaved S`: violated with a shortest run of 4 steps, and satisfied.
count=0 differ=0
for file in "$1"/*.fsp; do
  count=$((count + 1))
  for reading in urgent interleaved; do
    truth=$(sed -n "s/.*Ground truth:.*$reading \([SV][0-9]*\).*/\1/p" "$file" | head -n 1)
    tenon check --certify --format=json --constraints=$reading "$file" 2>/dev/null > result.json
    found=$(python3 -c '
import json, sys
result = json.load(open("result.json"))["results"][0]
assert result["certified"], "not certified"
print("S" if result["verdict"] == "holds" else "V%d" % len(result["trace"]) if result["verdict"] == "violated" else "?")')
    if [ "$found" != "$truth" ]; then
      echo "$file: $reading $found, but $truth is known"
      differ=$((differ + 1))
    fi
  done
done
echo "$count systems, $differ differ"
