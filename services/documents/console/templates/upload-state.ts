import { signal } from '@preact/signals'
import { toast } from '@oficina/web/toasts.tsx'

import { keepVersion } from '../kept/versions.ts'
import { words } from '../words/templates.ts'
import { createTemplate, readDocx, replaceTemplate } from './template-api.ts'
import { loadTemplates } from './template-list.ts'

/** Files that somebody is about to upload; `slug` is set when they replace one template. */
export interface Uploading {
  readonly files: readonly File[]
  readonly slug?: string
}

export const uploading = signal<Uploading | undefined>(undefined)

// As many as somebody can look through; a folder of thousands is a program's work.
const MAX_FILES = 20

/** Opens the dialog for the Word files among them, and tells of the others. */
export function beginUpload(files: readonly File[], slug?: string): void {
  const isWord = ({ name }: File): boolean => /\.(docx|docm|dotx|dotm)$/i.test(name)
  const other = files.find((file) => !isWord(file))
  if (other !== undefined) toast({ text: words('notWord', { name: other.name }), tone: 'danger' })
  const taken = files.filter(isWord).slice(0, slug === undefined ? MAX_FILES : 1)
  if (taken.length > 0) uploading.value = { files: taken, ...(slug === undefined ? {} : { slug }) }
}

/** Stores a file under a name; what it replaces is kept in this browser first. @throws ApiFailure */
export async function storeTemplate(slug: string, file: Blob): Promise<void> {
  // Somebody else may have been here since the list was drawn.
  const present = (await loadTemplates()).find((one) => one.slug === slug)
  if (present === undefined) {
    await createTemplate(slug, { file })
    return
  }
  const { docx, etag } = await readDocx(slug)
  await keepVersion({ slug, updatedAt: present.updatedAt, docx })
  await replaceTemplate(slug, { file }, etag)
}
