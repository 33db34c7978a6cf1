import { html, type Html } from './html.ts'
import type { Texts } from './texts.ts'

/** What a page shows. */
export interface Page {
  readonly status: number
  readonly title: string
  readonly content: Html
  /** The origin of another server, to which sending its form leads. */
  readonly leadsTo?: string
}

/** The organization as pages show it. */
export interface Brand {
  readonly name: string
  readonly url: string
  readonly iconUrl: string
}

/** A whole page. It has no script, and its only style is the server's. */
export function pageHtml(page: Page, texts: Texts, brand: Brand): string {
  const { text } = html`<!doctype html>
    <html lang="${texts.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${brand.name}</title>
        <link rel="stylesheet" href="/static/entrance.css" />
      </head>
      <body>
        <main>
          <div class="brand"><img src="${brand.iconUrl}" alt="" />${brand.name}</div>
          <h1>${page.title}</h1>
          ${page.content}
        </main>
      </body>
    </html> `
  return text
}

export function ok(title: string, content: Html): Page {
  return { status: 200, title, content }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly maxLength: number
  readonly isFixed?: true
  readonly isWrong?: boolean
}

/** One labelled field of a form. */
export function fieldHtml(field: Field): Html {
  const { name, hint, isWrong = false } = field
  const described = hint === undefined ? html`` : html` aria-describedby="${name}-hint"`
  const fixed = field.isFixed === true ? html` readonly` : html` name="${name}" required`
  const wrong = isWrong ? html` aria-invalid="true"` : html``
  return html`<label for="${name}">${field.label}</label>
    ${hint === undefined ? html`` : html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <input
      id="${name}"
      type="${field.type}"
      autocomplete="${field.autocomplete}"
      maxlength="${field.maxLength}"
      value="${field.value ?? ''}"
      ${fixed}${described}${wrong}
    />`
}

/** A form that is sent to the page's own address. */
export function formHtml(fields: readonly Html[], button: string): Html {
  return html`<form method="post">
    ${fields}
    <button type="submit">${button}</button>
  </form>`
}

/** What was wrong with the form that was sent. */
export function problemHtml(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`<p class="problem" role="alert">${problem}</p>`
}
