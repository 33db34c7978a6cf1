import searchIcon from 'lucide-static/icons/search.svg'
import uploadIcon from 'lucide-static/icons/upload.svg'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { useDroppedFiles } from '@oficina/web/dropped-files.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { changeQuery } from '@oficina/web/router.ts'
import { addShortcuts } from '@oficina/web/shortcuts.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { words } from '../words/templates.ts'
import { chooseFiles } from './choose-files.ts'
import { NamingDialogs } from './naming-dialog.tsx'
import type { Template } from './template-api.ts'
import { TemplateCard } from './template-card.tsx'
import { loadTemplates, templates } from './template-list.ts'
import { UploadDialogs } from './upload-dialog.tsx'
import { beginUpload } from './upload-state.ts'

/** All templates, which can be searched; files are uploaded by dropping them anywhere. */
export function TemplatesPage({ query }: PageProps) {
  const search = useRef<HTMLInputElement>(null)
  const loaded = useLoaded('templates', loadTemplates)
  const { isOver, handlers } = useDroppedFiles((files) => beginUpload(files))
  useTitle(words('templates'))
  useLayoutEffect(
    () =>
      addShortcuts([
        { keys: '/', label: () => words('search'), run: () => search.current?.focus() },
        { keys: 'u', label: () => words('upload'), run: () => void upload() },
      ]),
    [],
  )
  const all = templates.value
  const shown = all === undefined ? undefined : sorted(matching(all, query), query.get('sort'))
  return (
    <div class={classes('templates', isOver && 'is-over')} {...handlers}>
      <header class="page-head">
        <h1>{words('templates')}</h1>
        {all !== undefined && all.length > 0 && (
          <span class="muted">{words('count', { count: all.length })}</span>
        )}
        <span class="grow" />
        <Button kind="primary" icon={uploadIcon} onClick={() => void upload()}>
          {words('upload')}
        </Button>
      </header>
      {all !== undefined && all.length > 0 && (
        <div class="templates-tools">
          <label class="search">
            <Icon svg={searchIcon} />
            <span class="hidden">{words('search')}</span>
            <input
              ref={search}
              class="input"
              type="search"
              placeholder={words('search')}
              value={query.get('q') ?? ''}
              onInput={({ currentTarget }) => ask(query, 'q', currentTarget.value)}
            />
          </label>
          <select
            class="input sort"
            aria-label={words('sort')}
            value={query.get('sort') ?? 'name'}
            onChange={({ currentTarget }) => ask(query, 'sort', currentTarget.value)}
          >
            <option value="name">{words('byName')}</option>
            <option value="date">{words('byDate')}</option>
          </select>
        </div>
      )}
      {loaded.error !== undefined && (
        <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
      )}
      {shown === undefined && loaded.isLoading && <Skeleton lines={6} />}
      {all?.length === 0 && <NoTemplates />}
      {all !== undefined && all.length > 0 && shown?.length === 0 && (
        <Empty title={words('noMatch')} />
      )}
      <ul class="template-cards">
        {shown?.map((template) => (
          <TemplateCard key={`${template.slug} ${template.updatedAt}`} template={template} />
        ))}
      </ul>
      {isOver && <p class="drop-note">{words('dropHere')}</p>}
      <UploadDialogs />
      <NamingDialogs />
    </div>
  )
}

function NoTemplates() {
  return (
    <div class="drop-here">
      <Icon svg={uploadIcon} />
      <h2>{words('emptyTitle')}</h2>
      <p class="muted">{words('emptyText')}</p>
      <Button onClick={() => void upload()}>{words('upload')}</Button>
    </div>
  )
}

async function upload(): Promise<void> {
  beginUpload(await chooseFiles('.docx,.docm,.dotx,.dotm', { isMany: true }))
}

function ask(query: URLSearchParams, name: string, value: string): void {
  const asked = new URLSearchParams(query)
  if (value === '') asked.delete(name)
  else asked.set(name, value)
  changeQuery(asked)
}

function matching(all: readonly Template[], query: URLSearchParams): readonly Template[] {
  const wanted = (query.get('q') ?? '').trim().toLowerCase()
  return all.filter(({ slug }) => slug.includes(wanted))
}

function sorted(found: readonly Template[], order: string | null): readonly Template[] {
  return order === 'date'
    ? found.toSorted((one, two) => (one.updatedAt < two.updatedAt ? 1 : -1))
    : found.toSorted((one, two) => one.slug.localeCompare(two.slug))
}
