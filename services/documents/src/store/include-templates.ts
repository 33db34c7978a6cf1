import { fail, ok } from '@oficina/kit/result.ts'

import { includedSlugs, includeDocuments, type Guest } from '../docx/include/include-documents.ts'
import type { TemplateProblem } from '../docx/tags/template-problem.ts'
import { say } from '../messages/say.ts'
import { parseSlug, type Slug } from './slug.ts'
import type { TemplateStore } from './template-store.ts'

/** A template with the templates that it includes in it. */
export interface Composed {
  readonly docx: Buffer
  readonly problems: readonly TemplateProblem[]
  /** The version of each template that it includes, at any depth; undefined for one that does not exist. */
  readonly includes: ReadonlyMap<Slug, string | undefined>
}

// A letter includes a letterhead, which includes an address: deeper is a mistake.
const MAX_DEPTH = 5
const MAX_TEMPLATES = 20

interface Gathering {
  readonly store: TemplateStore
  readonly versions: Map<Slug, string | undefined>
  readonly problems: TemplateProblem[]
}

/** Puts the templates in place that a .docx includes; undefined when it includes none. */
export async function composeTemplate(
  store: TemplateStore,
  docx: Buffer,
  own: Slug | undefined,
): Promise<Composed | undefined> {
  if (includedSlugs(docx).length === 0) return undefined
  const gathering: Gathering = { store, versions: new Map(), problems: [] }
  const trail = own === undefined ? [] : [own]
  const composed = await compose(gathering, docx, trail)
  return { docx: composed, problems: gathering.problems, includes: gathering.versions }
}

async function compose(
  gathering: Gathering,
  docx: Buffer,
  trail: readonly Slug[],
): Promise<Buffer> {
  const guests = new Map<string, Guest>()
  for (const name of includedSlugs(docx)) guests.set(name, await guestOf(gathering, name, trail))
  const included = includeDocuments(docx, guests)
  gathering.problems.push(...included.problems)
  return included.docx
}

async function guestOf(gathering: Gathering, name: string, trail: readonly Slug[]): Promise<Guest> {
  const { store, versions } = gathering
  const slug = parseSlug(name)
  if (slug === undefined) return fail(say('"%{name}" is no slug.', { name }))
  if (trail.includes(slug)) return fail(say('The template %{slug} would include itself.', { slug }))
  if (trail.length > MAX_DEPTH)
    return fail(say('Templates include each other at most %{max} deep.', { max: MAX_DEPTH }))
  if (!versions.has(slug) && versions.size >= MAX_TEMPLATES)
    return fail(say('A template includes at most %{max} others.', { max: MAX_TEMPLATES }))
  const template = await store.find(slug)
  const docx = template === undefined ? undefined : await store.readDocx(template)
  versions.set(slug, template?.version)
  if (docx === undefined) return fail(say('There is no template %{slug}.', { slug }))
  return ok(await compose(gathering, docx, [...trail, slug]))
}
