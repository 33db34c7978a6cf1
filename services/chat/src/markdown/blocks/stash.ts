/**
 * Finished pieces taken out of the text while rules run over the rest. A placeholder cannot be forged: its first and
 * last characters, which Unicode reserves for internal use, are removed from every input first.
 */

import type { Html } from '../tree/tree.ts'
import type { Block } from './block.ts'

const PIECE_START = '\uFDD0'
const PIECE_END = '\uFDD1'

/** A frame is HTML in halves: the parts that open, divide and close a block. */
interface Frame {
  readonly open: number
  readonly divide: number
  readonly close: number
}

export interface Stash {
  readonly html: string[]
  readonly frames: Frame[]
  /** The HTML of frames whose three parts were found in order in one block. */
  readonly placed: Set<number>
}

export function createStash(): Stash {
  return { html: [], frames: [], placed: new Set() }
}

/** Stores a frame and returns the placeholders of its three parts. */
export function stashFrame(stash: Stash, parts: readonly [string, string, string]): string[] {
  const first = stash.html.length
  stash.frames.push({ open: first, divide: first + 1, close: first + 2 })
  return parts.map((html) => stashHtml(stash, html))
}

export function stashHtml(stash: Stash, html: string): string {
  stash.html.push(html)
  return `${PIECE_START}html:${stash.html.length - 1}${PIECE_END}`
}

/**
 * Finds the frames whose parts occur in order in one block, each as a paragraph of its own. Only those are restored: a
 * part that ended up elsewhere (in the middle of a line, in another block) would make the HTML malformed.
 */
export function placeFrames(stash: Stash, blocks: readonly Block[]): void {
  if (stash.frames.length === 0) return
  const open: { frame: Frame; isDivided: boolean }[] = []
  for (const block of blocks) {
    if (block.kind === 'quote') placeFrames(stash, block.blocks)
    if (block.kind === 'list') for (const item of block.items) placeFrames(stash, item)
    const part = block.kind === 'paragraph' ? stashedAlone(block.text) : undefined
    if (part !== undefined) placePart(stash, open, part)
  }
}

/** The number of the placeholder if the text is nothing else. */
export function stashedAlone(text: string): number | undefined {
  const number = /^\uFDD0html:(\d+)\uFDD1$/.exec(text.trimEnd())?.[1]
  return number === undefined ? undefined : Number(number)
}

function placePart(stash: Stash, open: { frame: Frame; isDivided: boolean }[], part: number): void {
  const opened = stash.frames.find((frame) => frame.open === part)
  if (opened !== undefined) open.push({ frame: opened, isDivided: false })
  const current = open.at(-1)
  if (current?.frame.divide === part) current.isDivided = true
  if (current?.frame.close !== part) return
  open.pop()
  if (!current.isDivided) return
  for (const placed of Object.values(current.frame)) stash.placed.add(placed)
}

const BLOCK_HTML = /^<\/?(?:div|p|pre|table|blockquote)[ >]/

/** The HTML of a placeholder; nothing for part of an incomplete frame. */
export function stashed(
  stash: Stash,
  number: number,
  place: 'alone' | 'within a line',
): Html | undefined {
  const isAlone = place === 'alone'
  const html = stash.html[number]
  if (html === undefined) return undefined
  const isPart = stash.frames.some((frame) => number >= frame.open && number <= frame.close)
  if (isPart && !(isAlone && stash.placed.has(number))) return undefined
  return { html, source: '', isBlock: isAlone && BLOCK_HTML.test(html) }
}
