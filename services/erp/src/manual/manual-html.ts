import type { Block, Inline, ManualPage } from './manual-tree.ts'

/** The bytes of a picture; undefined: it is left out. */
type Pictures = (name: string) => Buffer | undefined

/** A page as the HTML of which documents makes paragraphs; its title stands in the template. */
export function pageHtml({ blocks }: ManualPage, pictures: Pictures): string {
  return blocks.map((block) => blockHtml(block, pictures)).join('')
}

function blockHtml(block: Block, pictures: Pictures): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${textHtml(block.text)}</h2>`
    case 'paragraph':
      return `<p>${textHtml(block.text)}</p>`
    case 'list': {
      const items = block.items.map((item) => `<li>${itemHtml(item, pictures)}</li>`).join('')
      return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`
    }
    case 'note':
      return `<blockquote>${block.blocks.map((one) => blockHtml(one, pictures)).join('')}</blockquote>`
    case 'table':
      return `<table>${rowHtml(block.head, 'th')}${block.rows.map((row) => rowHtml(row, 'td')).join('')}</table>`
    case 'picture': {
      const bytes = pictures(block.name)
      if (bytes === undefined) return ''
      const source = `data:image/webp;base64,${bytes.toString('base64')}`
      return `<p><img src="${source}" alt="${escaped(block.text)}"></p><p><em>${escaped(block.text)}</em></p>`
    }
  }
}

/** An item that is one paragraph has no space around it. */
function itemHtml(item: readonly Block[], pictures: Pictures): string {
  const [only, ...more] = item
  if (only?.kind === 'paragraph' && more.length === 0) return textHtml(only.text)
  return item.map((block) => blockHtml(block, pictures)).join('')
}

function rowHtml(row: readonly (readonly Inline[])[], cell: 'th' | 'td'): string {
  return `<tr>${row.map((text) => `<${cell}>${textHtml(text)}</${cell}>`).join('')}</tr>`
}

/** Links lead into the console, which paper has not: they are their text. */
function textHtml(text: readonly Inline[]): string {
  return text
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return escaped(part.text)
        case 'strong':
          return `<strong>${textHtml(part.text)}</strong>`
        case 'code':
          return `<code>${escaped(part.text)}</code>`
        case 'link':
          return textHtml(part.text)
        case 'name':
          return `<strong>${escaped(part.text)}</strong>`
      }
    })
    .join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
