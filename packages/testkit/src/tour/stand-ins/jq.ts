import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

import { raw } from 'jq-wasm'

// `jq [flags] filter [file]`

const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('-'))
const [filter = '.', file] = words.filter((word) => !word.startsWith('-'))
const input = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8')
const { exitCode, stderr, stdout } = await raw(input, filter, flags)
process.stdout.write(stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`)
process.stderr.write(stderr)
process.exitCode = exitCode
