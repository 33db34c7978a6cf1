import copyIcon from 'lucide-static/icons/copy.svg'
import playIcon from 'lucide-static/icons/square-play.svg'
import wrapIcon from 'lucide-static/icons/wrap-text.svg'
import { toast } from '@oficina/web/toasts.tsx'

import { words } from '../../words/message.ts'
import type { ContentReader, Playground } from './content-reader.ts'
import { svgIcon } from './svg-icon.ts'

/** Blocks of code say their language, can be copied, broken into lines and opened where such code runs. */
export function enlivenCode(root: ParentNode, { playgrounds }: ContentReader): void {
  for (const block of root.querySelectorAll<HTMLElement>('.codehilite')) {
    const pre = block.querySelector('pre')
    if (pre === null) continue
    const language = block.dataset['codeLanguage']
    const bar = document.createElement('div')
    bar.className = 'code-bar'
    if (language !== undefined) {
      const name = document.createElement('span')
      name.className = 'code-language'
      name.textContent = language
      bar.append(name)
      for (const playground of playgrounds.get(language) ?? []) {
        bar.append(playgroundButton(playground, pre))
      }
    }
    bar.append(
      iconButton(wrapIcon, words('wrapCode'), (button) => {
        const isWrapped = pre.classList.toggle('wrapped')
        button.setAttribute('aria-pressed', String(isWrapped))
      }),
      iconButton(copyIcon, words('copyCode'), () => void copy(codeOf(pre))),
    )
    block.append(bar)
  }
}

function codeOf(pre: HTMLElement): string {
  return pre.textContent.replace(/\n$/, '')
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: words('copied'), tone: 'success' })
  } catch {
    toast({ text: words('notCopied'), tone: 'danger' })
  }
}

function playgroundButton({ name, url_template }: Playground, pre: HTMLElement): HTMLElement {
  return iconButton(playIcon, words('openIn', { name }), () => {
    const address = expand(url_template, codeOf(pre))
    open(address, '_blank', 'noopener,noreferrer')
  })
}

/** A template's `{code}`, which may stand after `?` or `&` as in RFC 6570. */
function expand(template: string, code: string): string {
  return template
    .replaceAll(/\{([?&]?)code\}/g, (_whole, sign: string) =>
      sign === '' ? encodeURIComponent(code) : `${sign}code=${encodeURIComponent(code)}`,
    )
    .replaceAll(/\{[#+]code\}/g, encodeURIComponent(code))
}

function iconButton(
  svg: string,
  label: string,
  run: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'icon-btn code-button'
  button.title = label
  button.setAttribute('aria-label', label)
  const icon = document.createElement('span')
  icon.className = 'icon'
  icon.setAttribute('aria-hidden', 'true')
  icon.append(svgIcon(svg))
  button.append(icon)
  button.addEventListener('click', () => run(button))
  return button
}
