/** A command of a text and what the text says that it answers. */
export interface Step {
  readonly command: string
  /** `…` stands for anything. */
  readonly answer: string
}

const BLOCK = /^```\n([\s\S]*?)^```$/gm
const PROMPT = '$ '
const CONTINUED = '  '

/**
 * The commands of a Markdown text, in order: lines of its blocks that begin with `$ `, each with the indented lines that
 * follow. What stands below a command is its answer.
 */
export function readTour(markdown: string): readonly Step[] {
  return [...markdown.matchAll(BLOCK)].flatMap(([, block = '']) => stepsOf(block))
}

function stepsOf(block: string): readonly Step[] {
  const steps: { command: string; answer: string }[] = []
  for (const line of block.split('\n')) {
    const last = steps.at(-1)
    if (line.startsWith(PROMPT)) {
      steps.push({ command: line.slice(PROMPT.length), answer: '' })
    } else if (last !== undefined) {
      if (line.startsWith(CONTINUED) && last.answer === '') last.command += `\n${line}`
      else last.answer += `${line}\n`
    }
  }
  return steps.map(({ command, answer }) => ({ command, answer: answer.trim() }))
}

/** What an answer of the text matches. */
export function patternOf(answer: string): RegExp {
  const parts = answer.split('…').map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}
