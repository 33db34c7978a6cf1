const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
const MAX_LENGTH = 64

export function isSlug(text: string): boolean {
  return SLUG.test(text)
}

/** A name of a template from that of a file: `Orden de Compra (v2).docx` is `orden-de-compra-v2`. */
export function slugOf(fileName: string): string {
  return fileName
    .replace(/\.[a-z]{1,5}$/i, '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
}
