import { safeFragment } from './content/safe-html.ts'

/** What rendered Markdown says, in one line and without its looks: for a place that is a link itself, or takes only text. */
export function renderedText(html: string): string {
  return safeFragment(html).textContent.replaceAll(/\s+/g, ' ').trim()
}
