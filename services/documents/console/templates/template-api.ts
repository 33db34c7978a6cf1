import { api, apiJson } from '../session/api.ts'

/** A template in the list. */
export interface Template {
  readonly slug: string
  readonly sizeBytes: number
  readonly updatedAt: string
  readonly hasSchema: boolean
}

/** Something that its author should mend; `paragraph` counts from 1 within the part, 0 is outside of any. */
export interface Problem {
  readonly part: string
  readonly paragraph: number
  readonly tag: string
  readonly message: string
}

/** A tag as the template uses it; sections hold the tags between their two ends. */
export interface Tag {
  readonly kind: 'value' | 'section' | 'inverted' | 'image' | 'code' | 'rich' | 'raw'
  readonly tag: string
  readonly paths: readonly string[]
  readonly part: string
  readonly paragraph: number
  readonly tags: readonly Tag[]
}

export type JsonObject = Readonly<Record<string, unknown>>

/** What a template asks for. */
export interface TemplateTags {
  readonly problems: readonly Problem[]
  readonly tags: readonly Tag[]
  /** A JSON Schema of the data, as far as the tags tell. */
  readonly schema: JsonObject
  readonly sample: JsonObject
  /** Of a template with texts in several languages. */
  readonly translations?: Translations
}

interface Translations {
  /** Texts by language and key. */
  readonly texts: JsonObject
}

export async function listTemplates(signal?: AbortSignal): Promise<readonly Template[]> {
  const { templates } = await apiJson<{ readonly templates: readonly Template[] }>('/templates', {
    signal,
  })
  return templates
}

export async function readTags(slug: string, signal?: AbortSignal): Promise<TemplateTags> {
  return await apiJson<TemplateTags>(`/templates/${slug}/tags`, { signal })
}

/** What a file asks for that is not stored. */
export async function readDraftTags(file: Blob, signal?: AbortSignal): Promise<TemplateTags> {
  return await apiJson<TemplateTags>('/drafts/tags', {
    method: 'POST',
    body: formOf({ file }),
    signal,
  })
}

/** The .docx as it was uploaded, with the mark of its version. */
export async function readDocx(
  slug: string,
  signal?: AbortSignal,
): Promise<{ readonly docx: Blob; readonly etag: string | undefined }> {
  const response = await api(`/templates/${slug}`, { signal })
  return { docx: await response.blob(), etag: response.headers.get('etag') ?? undefined }
}

/** The JSON Schema that was uploaded with a template; its text, so that nothing of it is lost. */
export async function readSchema(slug: string, signal?: AbortSignal): Promise<string> {
  return await (await api(`/templates/${slug}/schema`, { signal })).text()
}

interface Parts {
  readonly slug?: string
  readonly file?: Blob
  readonly schema?: Blob
  readonly schema_clear?: 'true'
  readonly translations?: Blob
  readonly translations_clear?: 'true'
}

export async function createTemplate(slug: string, parts: Parts): Promise<void> {
  await api('/templates', { method: 'POST', body: formOf({ slug, ...parts }) })
}

/** Replaces what is given; `etag` refuses when somebody else was faster. */
export async function replaceTemplate(slug: string, parts: Parts, etag?: string): Promise<void> {
  await api(`/templates/${slug}`, {
    method: 'PUT',
    body: formOf(parts),
    headers: etag === undefined ? {} : { 'if-match': etag },
  })
}

export async function deleteTemplate(slug: string): Promise<void> {
  await api(`/templates/${slug}`, { method: 'DELETE' })
}

/** The same template under another name, with its schema and its translations. */
export async function copyTemplate({ slug, hasSchema }: Template, name: string): Promise<void> {
  const { docx } = await readDocx(slug)
  const schema = hasSchema ? new Blob([await readSchema(slug)]) : undefined
  const texts = translationsOf(await readTags(slug))
  await createTemplate(name, {
    file: docx,
    ...(schema === undefined ? {} : { schema }),
    ...(texts === undefined ? {} : { translations: texts }),
  })
}

/** The translations of a template as a file; undefined where it has none. */
export function translationsOf({ translations }: TemplateTags): Blob | undefined {
  const texts = translations?.texts ?? {}
  if (Object.keys(texts).length === 0) return undefined
  return new Blob([JSON.stringify(texts, undefined, 2)], { type: 'application/json' })
}

function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Blob) form.append(name, part, name === 'file' ? 'a.docx' : 'a.json')
    else if (typeof part === 'string') form.append(name, part)
  }
  return form
}
