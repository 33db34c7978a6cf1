const HTML = 'http://www.w3.org/1999/xhtml'
const MATH = 'http://www.w3.org/1998/Math/MathML'
const SVG = 'http://www.w3.org/2000/svg'

// Deeper than any message is written; whoever nests further gets the text alone.
const MAX_DEPTH = 100

/**
 * The HTML of a message as elements of this page. It is parsed where nothing runs and nothing loads, and what messages
 * are made of is built anew from it: no other element, attribute, address or style passes. Addresses of pictures and
 * recordings become `data-src`, since those of uploads need the reader's key.
 */
export function safeFragment(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(withoutForbidden(html), 'text/html')
  const fragment = document.createDocumentFragment()
  append(parsed.body, fragment, { depth: 0, isFormula: false, isCode: false })
  return fragment
}

// The page's policy forbids styles and handlers in markup and reports each, even of what is nowhere shown; so they get
// another name. Styles are set by script.
function withoutForbidden(html: string): string {
  return html.replaceAll(TAG, (tag) => tag.replaceAll(/ (style|on[a-z]+)=(?=")/gi, ' data-$1='))
}

const TAG = /<[a-z][^\s>]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/gi

interface Inside {
  readonly depth: number
  /** Within what KaTeX wrote, whose classes and styles place every sign. */
  readonly isFormula: boolean
  /** Within a block of code, whose classes colour it. */
  readonly isCode: boolean
}

function append(from: Node, to: Node, inside: Inside): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE)
      to.appendChild(document.createTextNode(node.nodeValue ?? ''))
    else if (node instanceof Element) appendElement(node, to, inside)
  }
}

function appendElement(source: Element, to: Node, inside: Inside): void {
  if (inside.depth > MAX_DEPTH) {
    to.appendChild(document.createTextNode(source.textContent))
    return
  }
  const allowed = TAGS[source.namespaceURI ?? '']
  if (allowed?.has(source.localName) !== true) {
    // What a script or a style says is no text.
    if (!DROPPED.has(source.localName)) append(source, to, { ...inside, depth: inside.depth + 1 })
    return
  }
  const isFormula = inside.isFormula || source.classList.contains('katex')
  const isCode = inside.isCode || source.localName === 'pre' || source.localName === 'code'
  const element = document.createElementNS(source.namespaceURI, source.localName)
  for (const { name, value } of source.attributes) {
    setAttribute(element, { name, value }, { ...inside, isFormula, isCode })
  }
  append(source, element, { depth: inside.depth + 1, isFormula, isCode })
  to.appendChild(element)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const TAGS: Readonly<Record<string, ReadonlySet<string>>> = {
  [HTML]: words(
    `a audio b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong sub sup
  table tbody td th thead time tr u ul video`,
  ),
  [MATH]: words(
    `math semantics annotation mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mstyle
  mover munder munderover mtable mtr mtd mpadded mphantom menclose mprescripts none mmultiscripts
  merror mglyph mlabeledtr`,
  ),
  [SVG]: words('svg path line g'),
}
const DROPPED = words('script style template iframe object embed noscript title head')

const ATTRIBUTES = words(
  `title aria-hidden aria-label role datetime start alt data-stream-id data-user-id data-user-group-id
  data-id data-code-language data-original-content-type data-original-dimensions data-animated
  encoding display mathvariant stretchy fence separator lspace rspace minsize maxsize accent
  accentunder columnalign columnspacing rowspacing scriptlevel displaystyle width height depth voffset
  viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width linethickness notation`,
)

interface Attribute {
  readonly name: string
  readonly value: string
}

function setAttribute(element: Element, { name, value }: Attribute, inside: Inside): void {
  if (name === 'class') setClasses(element, value, inside)
  else if (name === 'href') setLink(element, value)
  else if (name === 'src' || name === 'poster') setSource(element, name, value)
  else if (name === 'data-style') setStyle(element, value, inside)
  else if (ATTRIBUTES.has(name)) element.setAttribute(name, value)
}

const CLASSES = words(
  `user-mention user-group-mention topic-mention channel-wildcard-mention silent stream stream-topic
  message-link emoji codehilite message_inline_image message_inline_video message_inline_ref
  message_embed message-media-preview-image message-media-preview-video youtube-video
  image-loading-placeholder spoiler-block spoiler-header spoiler-content katex katex-display
  katex-mathml katex-html tex-error timestamp-error highlight highlight_text_inserted
  highlight_text_deleted highlight_text_replaced empty-topic-display inline-image`,
)

function setClasses(element: Element, value: string, { isFormula, isCode }: Inside): void {
  const kept = value
    .split(/\s+/)
    .filter(
      (name) => isFormula || CLASSES.has(name) || EMOJI.test(name) || (isCode && KIND.test(name)),
    )
  if (kept.length > 0) element.setAttribute('class', kept.join(' '))
}

const EMOJI = /^emoji-[\da-f-]{2,60}$/
const KIND = /^[a-z][a-z\d]{0,3}$/

function setLink(element: Element, value: string): void {
  if (element.localName === 'a' && isSafeLink(value)) element.setAttribute('href', value)
}

/** Whether an address may be a link: of this server, of the web, of a mail or a telephone. */
function isSafeLink(address: string): boolean {
  // As the browser reads it, which leaves out line ends and spaces that stand in a scheme.
  const url = URL.parse(address, location.href)
  return url !== null && SCHEMES.has(url.protocol)
}

const SCHEMES = words('http: https: mailto: tel: xmpp: irc:')

function setSource(element: Element, name: 'src' | 'poster', value: string): void {
  const { localName } = element
  if (localName !== 'img' && localName !== 'video' && localName !== 'audio') return
  const url = URL.parse(value, location.href)
  // Pictures of other hosts come by way of this server, or not at all.
  if (url?.origin === location.origin)
    element.setAttribute(`data-${name}`, url.pathname + url.search)
}

const PROPERTIES = words(
  `height width min-width top bottom left right vertical-align margin-left margin-right margin-top
  margin-bottom padding-left padding-right border-bottom-width border-top-width border-right-width
  border-left-width border-width border-style border-color border-right-style border-left-style color
  background-color position font-size`,
)
const STYLE_VALUE =
  /^(?:-?[\d.]+(?:em|ex|px|%)?|#[\da-f]{3,8}|[a-z-]{1,30}|calc\([\d.%+em -]{1,40}\))$/i

function setStyle(element: Element, value: string, { isFormula }: Inside): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
  const isCell = element.localName === 'td' || element.localName === 'th'
  for (const declaration of value.split(';')) {
    const [name = '', set = ''] = declaration.split(':').map((part) => part.trim())
    const isAllowed = isFormula ? PROPERTIES.has(name) : isCell && name === 'text-align'
    if (isAllowed && STYLE_VALUE.test(set) && set !== 'fixed' && set !== 'sticky') {
      element.style.setProperty(name, set)
    }
  }
}
