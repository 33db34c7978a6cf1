import type { UserSettings } from '../state/own/own.ts'

// What the client's messages have at the service's default settings, in pixels.
const SIZE = 14
const LINE = 22
const WIDTH = '860px'
const DEFAULT_SETTING = { fontSize: 16, lineHeight: 140 } as const

/** Gives the page the size, the room and the contrast that a person reads with. */
export function readAs(settings: UserSettings): void {
  const { style, dataset } = document.documentElement
  const size = Math.round((SIZE * settings.web_font_size_px) / DEFAULT_SETTING.fontSize)
  const line = (LINE / SIZE) * (settings.web_line_height_percent / DEFAULT_SETTING.lineHeight)
  style.setProperty('--reading-size', `${size}px`)
  style.setProperty('--reading-line', `${Math.round(size * line)}px`)
  style.setProperty('--reading-width', settings.fluid_layout_width ? 'none' : WIDTH)
  if (settings.high_contrast_mode) dataset['contrast'] = 'high'
  else delete dataset['contrast']
}
