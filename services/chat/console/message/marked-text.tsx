import type { ComponentChildren } from 'preact'

import { safeFragment } from './content/safe-html.ts'

/** A text whose words that were looked for the service marked, as nodes; nothing else of its HTML is kept. */
export function marked(html: string): ComponentChildren {
  return [...safeFragment(html).childNodes].map((node, index) =>
    node instanceof HTMLElement && node.classList.contains('highlight') ? (
      <mark key={index} class="highlight">
        {node.textContent}
      </mark>
    ) : (
      node.textContent
    ),
  )
}
