/** An icon that comes with the console, outside of a component. It says nothing by itself: what it stands on does. */
export function svgIcon(svg: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const icon = document.importNode(documentElement, true)
  icon.setAttribute('aria-hidden', 'true')
  // Only files of icons are given here.
  return icon as unknown as SVGElement
}
