import copyIcon from 'lucide-static/icons/copy.svg'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { sampleOf } from '../data/sample.ts'
import { access } from '../session/access.ts'
import type { TabProps } from '../template/tab-panel.tsx'
import { lookOf, useData, type TemplateData } from '../template/use-data.ts'
import { words } from '../words/embed.ts'

/** How other pages and programs use the template, with the data that were typed. */
export function EmbedTab({ known }: TabProps) {
  const { template, fields, tags } = known
  const { slug } = template
  const [held] = useData(slug, () => sampleOf(fields, tags.sample))
  return (
    <div class="embed">
      <div>
        <section class="card" aria-labelledby="embed-page">
          <h2 id="embed-page">{words('page')}</h2>
          <p class="muted">{words('pageText')}</p>
          <Snippet text={elementText(slug, held)} label={words('pageCode')} />
          <ul class="embed-notes">
            <li>{words('noteOrigin')}</li>
            <li>{words('noteKey')}</li>
            <li>{words('noteData')}</li>
          </ul>
        </section>
        <section class="card" aria-labelledby="embed-program">
          <h2 id="embed-program">{words('program')}</h2>
          <p class="muted">{words('programText')}</p>
          <Snippet text={requestText(slug, held)} label={words('programCode')} />
        </section>
      </div>
      <section aria-labelledby="embed-live">
        <h2 id="embed-live">{words('live')}</h2>
        <Live slug={slug} held={held} />
      </section>
    </div>
  )
}

function elementText(slug: string, { data, ...look }: TemplateData): string {
  const attributes = Object.entries(lookOf({ data, ...look }))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
  return `<script type="module" src="${location.origin}/console/preview.js"></script>
<oficina-preview template="${slug}"${attributes}></oficina-preview>
<script type="module">
  const preview = document.querySelector('oficina-preview')
  preview.data = ${shortened(JSON.stringify(data, undefined, 2)).replaceAll('\n', '\n  ')}
</script>`
}

function requestText(slug: string, held: TemplateData): string {
  const body = { slug, format: 'pdf', data: held.data, ...lookOf(held) }
  return `POST ${location.origin}/render
content-type: application/json
x-api-key: …

${shortened(JSON.stringify(body, undefined, 2))}`
}

// A picture in the data is longer than all the rest.
const MAX_LINE = 160

function shortened(json: string): string {
  return json
    .split('\n')
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…",` : line))
    .join('\n')
}

function Snippet({ text, label }: { readonly text: string; readonly label: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ text: words('copied'), tone: 'success' })
    } catch {
      toast({ text: words('notCopied'), tone: 'danger' })
    }
  }
  return (
    <div class="snippet">
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <Button icon={copyIcon} onClick={() => void copy()}>
        {words('copy')}
      </Button>
    </div>
  )
}

/** The element itself, as another page has it. */
function Live({ slug, held }: { readonly slug: string; readonly held: TemplateData }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const gone = new AbortController()
    const show = async (): Promise<void> => {
      const { OficinaPreview } = await import('./oficina-preview.ts')
      if (gone.signal.aborted || host.current === null) return
      const preview = new OficinaPreview()
      preview.setAttribute('template', slug)
      for (const [name, value] of Object.entries(lookOf(held))) preview.setAttribute(name, value)
      const asked = access.peek()
      if (asked.kind === 'key') preview.setAttribute('api-key', asked.key)
      preview.data = held.data
      host.current.replaceChildren(preview)
    }
    show().catch(() => undefined)
    return () => gone.abort()
  }, [slug])
  return <div ref={host} class="embed-live" />
}
