import { signal } from '@preact/signals'
import type { AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import { ask } from '@oficina/web/ask.tsx'
import { navigate, place } from '@oficina/web/router.ts'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { keepVersion } from '../kept/versions.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/templates.ts'
import { deleteTemplate, readDocx, type Template } from './template-api.ts'
import { loadTemplates } from './template-list.ts'

/** A template that is about to get another name, itself or as a copy. */
export interface Naming {
  readonly kind: 'copy' | 'rename'
  readonly template: Template
}

export const naming = signal<Naming | undefined>(undefined)

/** What can be done with a template besides opening it. */
export function templateMenu(template: Template): readonly AnchoredItem[] {
  return [
    { label: words('download'), run: () => void download(template) },
    { label: words('copy'), run: () => (naming.value = { kind: 'copy', template }) },
    { label: words('rename'), run: () => (naming.value = { kind: 'rename', template }) },
    {
      label: words('delete'),
      isDangerous: true,
      isSeparated: true,
      run: () => void remove(template),
    },
  ]
}

async function download({ slug }: Template): Promise<void> {
  try {
    const { docx } = await readDocx(slug)
    saveFile(docx, `${slug}.docx`)
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}

/** Asks first; this browser keeps what was deleted among the versions of that name. */
async function remove(template: Template): Promise<void> {
  const { slug, updatedAt } = template
  const isSure = await ask({
    title: words('deleteTitle', { name: slug }),
    text: words('deleteText'),
    confirm: words('delete'),
    isDangerous: true,
  })
  if (!isSure) return
  try {
    const { docx } = await readDocx(slug)
    await keepVersion({ slug, updatedAt, docx })
    await deleteTemplate(slug)
    toast({ text: words('deleted', { name: slug }), tone: 'success' })
    if (place.peek().path !== '/') await navigate('/')
    await loadTemplates()
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}
