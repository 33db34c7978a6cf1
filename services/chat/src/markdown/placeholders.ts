/** Placeholders of thumbnails in HTML that was rendered here, replaced once the thumbnails exist or have failed. */

import { element } from './tree/tree.ts'
import { contentsHtml } from './tree/write-html.ts'
import {
  PLACEHOLDER_CLASS,
  uploadedPicture,
  uploadPathId,
  type UploadedImage,
} from './uploaded-image.ts'

// As the renderer writes them; an author's text cannot look like this, since its angle brackets are escaped.
const PREVIEW = new RegExp(
  `<div class="message_inline_image">(<a href="([^"]*)"[^>]*>)<img class="${PLACEHOLDER_CLASS}"[^>]*></a></div>`,
  'g',
)

// An uploaded film without a poster.
const FILM = /(<a href="([^"]*)"[^>]*><video )(preload="metadata" src="\/?user_uploads\/)/g

/** Whether something may still get a picture. */
export function hasPlaceholder(html: string): boolean {
  return html.includes(`<img class="${PLACEHOLDER_CLASS}"`) || html.search(FILM) !== -1
}

type ImageOf = (pathId: string) => UploadedImage | 'failed' | undefined

/**
 * The HTML with the thumbnails that exist now. `imageOf` returns nothing while a thumbnail is being made, and `failed`
 * if there will never be one: then only the link of its preview is left.
 */
export function fillPlaceholders(html: string, imageOf: ImageOf): string {
  return withPosters(html, imageOf).replaceAll(
    PREVIEW,
    (whole: string, link: string, href: string) => {
      const image = imageOf(uploadPathId(href) ?? '')
      if (image === undefined) return whole
      if (image !== 'failed') {
        return `<div class="message_inline_image">${link}${pictureHtml(image)}</a></div>`
      }
      const isLinkedElsewhere = html.split(`<a href="${href}"`).length > 2
      return isLinkedElsewhere ? '' : `<p><a href="${href}">${href}</a></p>`
    },
  )
}

/** A film for which there is no poster stays as it is. */
function withPosters(html: string, imageOf: ImageOf): string {
  return html.replaceAll(FILM, (whole: string, before: string, href: string, after: string) => {
    const image = imageOf(uploadPathId(href) ?? '')
    if (image === undefined || image === 'failed' || image.thumbnailUrl === undefined) return whole
    return `${before}poster="${image.thumbnailUrl}" ${after}`
  })
}

function pictureHtml(image: UploadedImage): string {
  return contentsHtml(element('div', {}, [uploadedPicture(image)]))
}
