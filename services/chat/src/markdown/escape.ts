/** Escaping for HTML that does not go through the tree: code and formulas. */

/** `&`, `<`, `>`, `"` and `'` escaped, the last one written as the caller says. */
export function escapeLikeCode(text: string, apostrophe: '&#39;' | '&#x27;'): string {
  return escapeMarkup(text).replaceAll('"', '&quot;').replaceAll("'", apostrophe)
}

/** `&`, `<` and `>` escaped: enough between tags. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
