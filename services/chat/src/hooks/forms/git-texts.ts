/** The words that integrations with servers of code have in common. */

interface Commit {
  readonly message: string
  readonly sha: string
  readonly url: string
  readonly author: string
}

interface Push {
  readonly user: string
  readonly compareUrl: string
  readonly branch: string
  readonly commits: readonly Commit[]
  readonly kind: 'pushed' | 'force pushed' | 'deleted'
}

const MAX_COMMITS = 20
const MAX_COMMITTERS = 3
const SHORT_SHA = 11

export function pushText({ user, compareUrl, branch, commits, kind }: Push): string {
  if (kind === 'deleted') return `${user} [deleted](${compareUrl}) the branch ${branch}.`
  if (commits.length === 0) return `${user} [${kind}](${compareUrl}) the branch ${branch}.`
  const words = commits.length === 1 ? 'commit' : 'commits'
  const rows = commits.slice(0, MAX_COMMITS).map(({ message, sha, url }) => {
    const [first = ''] = message.split('\n')
    return `* ${first} ([${sha.slice(0, SHORT_SHA)}](${url}))`
  })
  const more = commits.length - rows.length
  const rest = more > 0 ? [`[and ${more} more commit(s)]`] : []
  const head = `${user} [${kind}](${compareUrl}) ${commits.length} ${words} to branch ${branch}.`
  return `${head}${committers(user, commits)}\n\n${[...rows, ...rest].join('\n')}`
}

/** Who wrote them, unless it was only who pushed. */
function committers(user: string, commits: readonly Commit[]): string {
  const counts = new Map<string, number>()
  for (const { author } of commits) counts.set(author, (counts.get(author) ?? 0) + 1)
  if (counts.size === 0 || (counts.size === 1 && counts.has(user))) return ''
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const named = sorted.slice(0, MAX_COMMITTERS).map(([name, count]) => `${name} (${count})`)
  const others = sorted.slice(MAX_COMMITTERS).reduce((sum, [, count]) => sum + count, 0)
  const all = others > 0 ? [...named, `others (${others})`] : named
  const last = all.pop() ?? ''
  return ` Commits by ${all.length === 0 ? last : `${all.join(', ')} and ${last}`}.`
}

/** The topic of one issue or request. */
export function itemTopic(repository: string, kind: string, number: string, title: string): string {
  return `${repository} / ${kind} #${number} ${title}`
}

/** A link whose text is a text of ours or of the other program. */
export function linked(text: string, url: string): string {
  return `[${text}](${url})`
}

/** Whether a push to a branch is told, by the names that the address lists. */
export function isBranchTold(branch: string, branches: string | undefined): boolean {
  return branches === undefined || branches.split(',').some((name) => name.trim() === branch)
}
