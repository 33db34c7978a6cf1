import { ask } from '@oficina/web/ask.tsx'
import type { MenuItem } from '@oficina/web/menu.tsx'
import { saveFile } from '@oficina/web/save-file.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../session/failure-text.ts'
import { chooseFiles } from '../templates/choose-files.ts'
import { templateMenu } from '../templates/template-acts.ts'
import { readSchema, replaceTemplate, translationsOf } from '../templates/template-api.ts'
import { words } from '../words/template.ts'
import type { KnownTemplate } from './known-template.ts'

/** What can be done with the template whose page this is, its schema included. */
export function pageMenu(
  { template, tags }: KnownTemplate,
  onChanged: () => void,
): readonly MenuItem[] {
  const { slug, hasSchema } = template
  const texts = translationsOf(tags)
  const upload: MenuItem = {
    label: words('schemaUpload'),
    isSeparated: true,
    run: () => void acted(onChanged, words('schemaStored'), () => uploadSchema(slug)),
  }
  const existing: readonly MenuItem[] = [
    {
      label: words('schemaDownload'),
      run: () => void acted(undefined, undefined, () => downloadSchema(slug)),
    },
    {
      label: words('schemaRemove'),
      run: () => void acted(onChanged, words('schemaRemoved'), () => removeSchema(slug)),
    },
  ]
  const translate: MenuItem = {
    label: words('translationsUpload'),
    isSeparated: true,
    run: () => void acted(onChanged, words('translationsStored'), () => uploadTranslations(slug)),
  }
  const translated: readonly MenuItem[] =
    texts === undefined
      ? []
      : [
          {
            label: words('translationsDownload'),
            run: () => saveFile(texts, `${slug}.translations.json`),
          },
          {
            label: words('translationsRemove'),
            run: () =>
              void acted(onChanged, words('translationsRemoved'), () => removeTranslations(slug)),
          },
        ]
  const [first, ...others] = templateMenu(template)
  const last = others.at(-1)
  return [
    ...(first === undefined ? [] : [first]),
    ...others.slice(0, -1),
    upload,
    ...(hasSchema ? existing : []),
    translate,
    ...translated,
    ...(last === undefined ? [] : [last]),
  ]
}

/** Does something and tells what came of it; false means that the person thought better of it. */
async function acted(
  onChanged: (() => void) | undefined,
  done: string | undefined,
  act: () => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await act())) return
    if (done !== undefined) toast({ text: done, tone: 'success' })
    onChanged?.()
  } catch (error) {
    toast({ text: failureText(error), tone: 'danger' })
  }
}

async function uploadSchema(slug: string): Promise<boolean> {
  const [schema] = await chooseFiles('.json')
  if (schema === undefined) return false
  await replaceTemplate(slug, { schema })
  return true
}

async function uploadTranslations(slug: string): Promise<boolean> {
  const [translations] = await chooseFiles('.json')
  if (translations === undefined) return false
  await replaceTemplate(slug, { translations })
  return true
}

async function removeTranslations(slug: string): Promise<boolean> {
  const isSure = await ask({
    title: words('translationsRemoveTitle', { name: slug }),
    text: words('translationsRemoveText'),
    confirm: words('translationsRemove'),
    isDangerous: true,
  })
  if (isSure) await replaceTemplate(slug, { translations_clear: 'true' })
  return isSure
}

async function downloadSchema(slug: string): Promise<boolean> {
  const text = await readSchema(slug)
  saveFile(new Blob([text], { type: 'application/json' }), `${slug}.schema.json`)
  return true
}

async function removeSchema(slug: string): Promise<boolean> {
  const isSure = await ask({
    title: words('schemaRemoveTitle', { name: slug }),
    text: words('schemaRemoveText'),
    confirm: words('schemaRemove'),
    isDangerous: true,
  })
  if (isSure) await replaceTemplate(slug, { schema_clear: 'true' })
  return isSure
}
