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

/** Whether a command answered what the text says. */
export function isAsTold(said: string, answer: string): boolean {
  const parts = plainNumbers(answer)
    .split('…')
    .map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(plainNumbers(said))
}

/** Newer versions of jq leave the zeros at the end of a number that others drop. */
function plainNumbers(text: string): string {
  return text.replaceAll(/(?<=\d)\.(\d*?)0+(?!\d)/g, (_, kept: string) =>
    kept === '' ? '' : `.${kept}`,
  )
}
