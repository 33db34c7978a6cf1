/** Mentions a user without notifying them. */
export function silentMention({
  fullName,
  id,
}: {
  readonly fullName: string
  readonly id: number
}): string {
  return `@_**${fullName}|${id}**`
}
