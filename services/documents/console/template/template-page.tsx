import uploadIcon from 'lucide-static/icons/upload.svg'
import { Button } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { useDroppedFiles } from '@oficina/web/dropped-files.ts'
import { Link } from '@oficina/web/link.tsx'
import { Menu } from '@oficina/web/menu.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { Pill } from '@oficina/web/pill.tsx'
import { changeQuery } from '@oficina/web/router.ts'
import { Tabs } from '@oficina/web/tabs.tsx'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { failureText } from '../session/failure-text.ts'
import { chooseFiles } from '../templates/choose-files.ts'
import { NamingDialogs } from '../templates/naming-dialog.tsx'
import { templateNamed } from '../templates/template-list.ts'
import { UploadDialogs } from '../templates/upload-dialog.tsx'
import { beginUpload } from '../templates/upload-state.ts'
import { words } from '../words/template.ts'
import type { KnownTemplate } from './known-template.ts'
import { loadTemplate } from './load-template.ts'
import { pageMenu } from './page-menu.ts'
import { TABS, TabPanel, type TabKey } from './tab-panel.tsx'

/** One template: filled in, looked through, merged with rows, compared, embedded. */
export function TemplatePage({ params, query }: PageProps) {
  const slug = params['slug'] ?? ''
  // A new version is another question.
  const version = templateNamed(slug)?.updatedAt ?? ''
  const loaded = useLoaded(`${slug} ${version}`, (signal) => loadTemplate(slug, signal))
  const { isOver, handlers } = useDroppedFiles((files) => beginUpload(files, slug))
  useTitle(slug)
  const known = loaded.value
  return (
    <div class={classes('template', isOver && 'is-over')} {...handlers}>
      <nav class="crumbs">
        <Link to="/">{words('back')}</Link>
      </nav>
      {loaded.error !== undefined && (
        <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
      )}
      {known === undefined && loaded.isLoading && <Skeleton lines={8} />}
      {known === undefined && !loaded.isLoading && loaded.error === undefined && (
        <Empty title={words('gone', { name: slug })} />
      )}
      {known !== undefined && (
        <>
          <Head known={known} onChanged={loaded.reload} />
          <Panels known={known} tab={tabOf(query)} />
        </>
      )}
      {isOver && <p class="drop-note">{words('dropToReplace', { name: slug })}</p>}
      <UploadDialogs />
      <NamingDialogs />
    </div>
  )
}

function Head({
  known,
  onChanged,
}: {
  readonly known: KnownTemplate
  readonly onChanged: () => void
}) {
  const { template, tags } = known
  const { slug, hasSchema } = template
  const replace = async (): Promise<void> =>
    beginUpload(await chooseFiles('.docx,.docm,.dotx,.dotm'), slug)
  return (
    <header class="page-head">
      <h1>{slug}</h1>
      {tags.problems.length > 0 && (
        <Pill tone="danger">{words('problems', { count: tags.problems.length })}</Pill>
      )}
      {hasSchema && <Pill>{words('withSchema')}</Pill>}
      <span class="grow" />
      <Button icon={uploadIcon} onClick={() => void replace()}>
        {words('replace')}
      </Button>
      <Menu items={pageMenu(known, onChanged)}>{words('more')}</Menu>
    </header>
  )
}

function Panels({ known, tab }: { readonly known: KnownTemplate; readonly tab: TabKey }) {
  const { problems } = known.tags
  const choose = (key: string): void => changeQuery(new URLSearchParams({ tab: key }))
  return (
    <Tabs
      label={words('parts')}
      tabs={TABS.map((key) => ({
        key,
        label: words(key),
        ...(key === 'tags' && problems.length > 0 ? { count: String(problems.length) } : {}),
      }))}
      chosen={tab}
      onChoose={choose}
    >
      <TabPanel key={`${tab} ${known.template.updatedAt}`} tab={tab} known={known} onTab={choose} />
    </Tabs>
  )
}

function tabOf(query: URLSearchParams): TabKey {
  return TABS.find((tab) => tab === query.get('tab')) ?? 'fill'
}
