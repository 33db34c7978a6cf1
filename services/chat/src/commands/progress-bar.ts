import type { CommandDependencies } from './command-dependencies.ts'

const WIDTH = 30
// A terminal shows no more, and a log needs less.
const TERMINAL_STEPS = 200
const LOG_STEPS = 10

/** Shows how far each step is: as a bar in a terminal, else as a line for every tenth. */
export function progressBar({
  progress,
}: Pick<CommandDependencies, 'progress'>): (step: string, done: number, total: number) => void {
  const shown = { step: '', part: -1 }
  const isTerminal = progress.isTTY === true
  return (step, done, total) => {
    const share = total === 0 ? 1 : done / total
    const part = Math.floor(share * (isTerminal ? TERMINAL_STEPS : LOG_STEPS))
    if (shown.step === step && shown.part === part) return
    if (isTerminal && shown.step !== '' && shown.step !== step) progress.write('\n')
    Object.assign(shown, { step, part })
    const counts = total > 1 ? ` ${done.toLocaleString('en')}/${total.toLocaleString('en')}` : ''
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
    if (!isTerminal) progress.write(`${percent} ${step}${counts}\n`)
    else {
      const full = Math.round(share * WIDTH)
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
      progress.write(`\r\u001B[K${bar} ${percent} ${step}${counts}`)
    }
  }
}
