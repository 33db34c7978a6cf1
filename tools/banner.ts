const WIDTH = 79

/** What a person sees once everything runs: each service's lines, and how to stop. Fits a terminal of 80 columns. */
export function banner(services: readonly (readonly string[])[], dataDir: string): string {
  const rule = '─'.repeat(WIDTH)
  const parts = services.map((lines) => lines.map((line) => `  ${line}`).join('\n'))
  return `${rule}\n  Oficina runs. Data: ${dataDir}. Ctrl-C stops everything.\n\n${parts.join('\n\n')}\n${rule}`
}
