import { say, type Told } from '../messages/say.ts'

type Foreign = {
  readonly pattern: RegExp
  readonly message: (found: RegExpExecArray) => Told
}

// Tags of other engines' templates. Read as names of values that the data lacks, they would all be empty.
const FOREIGN: readonly Foreign[] = [
  {
    pattern: /^d\.([\p{L}_$].{0,59})/su,
    message: ([, name = '']) =>
      say(
        '"d." is how Carbone names the data: write {%{name}}. A field that is named d is {this.d.%{name}}.',
        { name },
      ),
  },
  {
    pattern: /^%.*%$|^%\s*(?:p|tr|tc|r)?\s+(?:if|for|endif|endfor|else|elif|set)\b/s,
    message: () =>
      '"{% … %}" is how Jinja writes statements; what is repeated or shown on a condition stands in a section: {#name} … {/name}.',
  },
  {
    pattern: /^#.*#$/s,
    message: () => 'A template has no tags for comments, as Jinja has; write a comment of Word.',
  },
  {
    pattern: /^(?:else\s*if|elsif|elseif|elif)\b/i,
    message: () => 'There is no "else if": write {else}, and a section of its own behind it.',
  },
  {
    pattern:
      /^(?:if|unless|each|foreach|IF|UNLESS)\s+[^\s|]|^(?:for|FOR)\s+\S+\s+(?:in|of|IN|OF)\s/,
    message: ([word]) =>
      say(
        '"%{word}" begins nothing; what is repeated or shown on a condition stands in a section: {#name} … {/name}.',
        { word: word.split(/\s/)[0] ?? '' },
      ),
  },
  {
    pattern: /^(?:end\s?(?:if|for|each)|END-(?:IF|FOR)\b.*)$/i,
    message: ([word]) =>
      say(
        '"%{word}" ends nothing; what is repeated or shown on a condition stands in a section: {#name} … {/name}.',
        { word },
      ),
  },
]

/** Why a tag of another engine's template cannot be used, and what is written instead; undefined for any other tag. */
export function foreignProblem(text: string): Told | undefined {
  for (const { pattern, message } of FOREIGN) {
    const found = pattern.exec(text)
    if (found !== null) return message(found)
  }
  return undefined
}
