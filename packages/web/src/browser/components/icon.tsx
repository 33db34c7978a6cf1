/** A picture from Lucide, as wide as the text is high. It says nothing by itself: what it stands beside or on does. */
export function Icon({ svg }: { readonly svg: string }) {
  // The file comes with the console and holds no text of others.
  return <span class="icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
}
