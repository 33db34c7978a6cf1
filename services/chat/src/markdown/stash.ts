/**
 * Finished pieces taken out of the text while rules run over the rest. A placeholder cannot be
 * forged: its first and last characters are removed from every input before anything else.
 */

import type { Element } from './tree.ts'

export const STX = '\u0002'
export const ETX = '\u0003'

/** HTML made from checked parts, with the source it stands for. */
export interface Raw {
  readonly html: string
  readonly source: string
}

/** What an inline rule has made: an element, finished HTML, or text that no later rule may change. */
export type Piece = Element | Raw | string

export interface Stash {
  readonly html: string[]
  readonly pieces: Piece[]
}

export function createStash(): Stash {
  return { html: [], pieces: [] }
}

export function stashHtml(stash: Stash, html: string): string {
  stash.html.push(html)
  return `${STX}html:${stash.html.length - 1}${ETX}`
}

export function stashPiece(stash: Stash, piece: Piece): string {
  stash.pieces.push(piece)
  return `${STX}${stash.pieces.length - 1}${ETX}`
}

/** An inline placeholder, with the number in group 1. */
export const PIECE_PLACEHOLDER = /\u0002(\d+)\u0003/g

const BLOCK_HTML = /^<\/?(?:div|p|pre|table|blockquote)[ >]/
const HTML_PLACEHOLDER = /<p>\u0002html:(\d+)\u0003<\/p>|\u0002html:(\d+)\u0003/g

/** Puts stashed HTML back; a block alone in its paragraph takes the paragraph's place. */
export function restoreHtml(stash: Stash, text: string): string {
  return text.replace(HTML_PLACEHOLDER, (whole, alone?: string, inside?: string) => {
    const html = stash.html[Number(alone ?? inside)]
    if (html === undefined) return whole
    return alone !== undefined && !BLOCK_HTML.test(html) ? `<p>${html}</p>` : html
  })
}
