/** Whether two names are the same but for case, accents, and what stands between their words. */
export function sameName(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
}
