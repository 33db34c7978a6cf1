import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { NotCarried } from '../import/not-carried.ts'

export async function convertSlack(
  _root: string,
  _target: string,
  _options: {
    readonly host: string
    readonly notCarried: NotCarried
    readonly show: (step: string, done: number, total: number) => void
  },
): Promise<void> {
  throw new ArchiveProblem('exports of Slack cannot be imported')
}
