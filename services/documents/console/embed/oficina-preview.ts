/**
 * `<oficina-preview template="factura" data='{"folio": 7}'>`: the pages of a template filled with data, in any page.
 * It is a script of its own, served as `/console/preview.js`, and imports nothing.
 *
 * Attributes: `template`; `data` (JSON; or the property `data`, an object); `service` (where the service is; absent: where this
 * script came from); `api-key` (absent where something between adds it); `locale`, `timezone`; `pages` (the most that are shown).
 * Events: `oficina-drawn` with `detail.pages`, `oficina-failed` with `detail.message`.
 */
export class OficinaPreview extends HTMLElement {
  static readonly observedAttributes = [
    'template',
    'data',
    'service',
    'api-key',
    'locale',
    'timezone',
    'pages',
  ]
  #given: unknown = undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | undefined
  #urls: readonly string[] = []
  readonly #status: HTMLElement
  readonly #pages: HTMLElement

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet()]
    this.#status = document.createElement('p')
    this.#status.setAttribute('role', 'status')
    this.#pages = document.createElement('div')
    root.append(this.#status, this.#pages)
  }

  /** The values of the template's tags; they come before the attribute. */
  get data(): unknown {
    return this.#given ?? parsed(this.getAttribute('data'))
  }

  set data(value: unknown) {
    this.#given = value
    this.#soon()
  }

  connectedCallback(): void {
    this.#soon()
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
    this.#forget()
  }

  attributeChangedCallback(): void {
    this.#soon()
  }

  /** After a pause, so that what is typed elsewhere is drawn once. */
  #soon(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
    if (this.isConnected) this.#timer = setTimeout(() => void this.#draw(), PAUSE_MS)
  }

  /** One request at a time; the pages from before stay until the first new one is there. */
  async #draw(): Promise<void> {
    const abort = new AbortController()
    this.#abort = abort
    this.#status.textContent = this.#words().drawing
    const urls: string[] = []
    try {
      const most = Number(this.getAttribute('pages') ?? DEFAULT_PAGES)
      for (let page = 1; page <= Math.min(most, MAX_PAGES); page += 1) {
        const picture = await this.#picture(page, abort.signal)
        if (abort.signal.aborted) return
        if (picture === undefined) break
        if (page === 1) this.#forget()
        urls.push(URL.createObjectURL(picture))
        this.#urls = urls
        this.#pages.append(pageImage(urls.at(-1) ?? '', this.#words().page(page)))
      }
      this.#status.textContent = ''
      this.#tell('oficina-drawn', { pages: urls.length })
    } catch (error) {
      if (abort.signal.aborted) return
      const message = error instanceof Error ? error.message : this.#words().failed
      this.#status.textContent = message
      this.#tell('oficina-failed', { message })
    }
  }

  /** Undefined past the last page. */
  async #picture(page: number, signal: AbortSignal): Promise<Blob | undefined> {
    const key = this.getAttribute('api-key')
    const response = await fetch(new URL('/render/preview', this.#service()), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': this.#language(),
        ...(key === null ? {} : { 'x-api-key': key }),
      },
      body: JSON.stringify({
        slug: this.getAttribute('template'),
        data: this.data,
        page,
        ...this.#look(),
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.ok) return await response.blob()
    const refused = (await response.json().catch(() => ({}))) as Refused
    if (page > 1 && refused.error?.code === 'INVALID_INPUT') return undefined
    throw new Error(refused.error?.message ?? this.#words().failed)
  }

  #service(): string {
    return this.getAttribute('service') ?? import.meta.url
  }

  #look(): object {
    const [locale, timezone] = [this.getAttribute('locale'), this.getAttribute('timezone')]
    return { ...(locale === null ? {} : { locale }), ...(timezone === null ? {} : { timezone }) }
  }

  #forget(): void {
    for (const url of this.#urls) URL.revokeObjectURL(url)
    this.#urls = []
    this.#pages.replaceChildren()
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }

  /** That of the page around it. */
  #language(): string {
    return this.closest('[lang]')?.getAttribute('lang') ?? navigator.language
  }

  #words() {
    return this.#language().startsWith('en') ? ENGLISH : SPANISH
  }
}

/** The error envelope of the service. */
interface Refused {
  readonly error?: { readonly code: string; readonly message: string }
}

const PAUSE_MS = 350
const TIMEOUT_MS = 60_000
const DEFAULT_PAGES = 10
const MAX_PAGES = 60

const SPANISH = {
  drawing: 'Dibujando…',
  failed: 'El servicio no respondió.',
  page: (number: number) => `Página ${number}`,
}
const ENGLISH: typeof SPANISH = {
  drawing: 'Drawing…',
  failed: 'The service did not answer.',
  page: (number) => `Page ${number}`,
}

function pageImage(url: string, name: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = url
  image.alt = name
  image.part.add('page')
  return image
}

/** Made by script, so that a strict policy of the page allows it. `::part(page)` styles a page from outside. */
function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet()
  made.replaceSync(`
    :host { display: block; font: 13px/20px system-ui, sans-serif; }
    p { margin: 0 0 8px; }
    p:empty { display: none; }
    div { display: grid; gap: 12px; }
    img { width: 100%; box-sizing: border-box; border: 1px solid rgb(0 0 0 / 0.15); background: #fff; }
  `)
  return made
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

if (customElements.get('oficina-preview') === undefined) {
  customElements.define('oficina-preview', OficinaPreview)
}
