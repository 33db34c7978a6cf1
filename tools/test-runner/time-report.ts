import type { FileTime } from './run-tests.ts'

const SLOWEST = 5

/** The kinds of files with the seconds that they took in all, the most first, and the five slowest files. */
export function timeReport(times: readonly FileTime[], kindOf: (file: string) => string): string {
  const kinds = new Map<string, number>()
  for (const { file, ms } of times) kinds.set(kindOf(file), (kinds.get(kindOf(file)) ?? 0) + ms)
  const sums = [...kinds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, ms]) => `${kind} ${seconds(ms)}`)
  const slowest = times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `  ${seconds(ms).padStart(8)}  ${file}`)
  return ['── where the time went, side by side', `  ${sums.join(', ')}`, ...slowest].join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
