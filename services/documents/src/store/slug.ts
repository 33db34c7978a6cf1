/** The name of a template; only `parseSlug` makes one, so a path built from it cannot leave its directory. */
export type Slug = string & { readonly brand: 'Slug' }

// docs/contract/documents.md, Template, "slug". Without the m flag $ is the end of the text, and a newline never fits.
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

export const SLUG_RULE =
  'must be 1 to 64 lowercase letters, digits and hyphens, without a hyphen at the start or end'

export function parseSlug(raw: string): Slug | undefined {
  // Just checked; the brand exists for the type checker alone.
  return SLUG.test(raw) && !raw.endsWith('\n') ? (raw as Slug) : undefined
}

/** What a template is called that is not stored; no file has this name. */
export const DRAFT_SLUG = 'draft' as Slug
