import { ENGINES } from './engines.ts'
import { visibleText } from './visible-text.ts'

// One engine at one size, in a process of its own: `npx node bench/documents/cell.ts <engine> <rows> <seconds>`. Prints one line of JSON.

const [, , engineName = '', rowsText = '', secondsText = ''] = process.argv
const engine = ENGINES[engineName]
if (engine === undefined) throw new Error(`There is no engine "${engineName}".`)

const MIN_RUNS = 5
const MAX_RUNS = 5_000
const WARM_UP_SHARE = 0.25

const render = await engine(Number(rowsText))
const document = await render()

await run(Number(secondsText) * 1_000 * WARM_UP_SHARE)
const times = (await run(Number(secondsText) * 1_000)).toSorted((a, b) => a - b)
const at = (share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

console.log(
  JSON.stringify({
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    runs: times.length,
    // Of the whole process with Node itself, in MB of 1,000,000 bytes.
    peakRssMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
    documentBytes: document.length,
    text: visibleText(document),
  }),
)

async function run(milliseconds: number): Promise<number[]> {
  const taken: number[] = []
  const end = performance.now() + milliseconds
  while (taken.length < MAX_RUNS && (taken.length < MIN_RUNS || performance.now() < end)) {
    const started = performance.now()
    await render()
    taken.push(performance.now() - started)
  }
  return taken
}
