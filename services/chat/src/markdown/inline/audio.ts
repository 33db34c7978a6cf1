/** `![title](address)` of an uploaded recording: a player. */

import { plainText, type InlineRule } from './inline.ts'
import { bracketReader } from './links.ts'
import type { MarkdownContext } from '../render.ts'
import type { Stash } from '../tree/stash.ts'
import { element } from '../tree/tree.ts'
import { uploadPathId } from '../uploaded-image.ts'
import { relativeWithin } from '../tree/urls.ts'

export function audioPlayers(stash: Stash, { uploads, realmUrl }: MarkdownContext): InlineRule {
  return {
    next: 'onwards',
    search(text) {
      const linkAt = text.includes('![') ? bracketReader(text) : undefined
      if (linkAt === undefined) return () => undefined
      return (from) => {
        for (
          let start = text.indexOf('![', from);
          start !== -1;
          start = text.indexOf('![', start + 1)
        ) {
          const written = linkAt(start + 1)
          if (written === undefined) continue
          const source = relativeWithin(realmUrl, plainText(stash, written.href).trim())
          if (!uploads.isAudio(uploadPathId(source) ?? '')) continue
          const title = plainText(stash, written.label)
          const src = source.startsWith('/') ? source : `/${source}`
          const piece = element('audio', { controls: '', preload: 'metadata', src, title })
          return { start, end: written.end, piece }
        }
        return undefined
      }
    },
  }
}
