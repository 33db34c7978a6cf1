/** The addresses of a list with commas or line ends, each alone or as `Name <address>`, once each. */
export function inviteeAddresses(text: string): readonly string[] {
  const addresses = text
    .split(/[\n,]/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((address) => address !== '')
  const seen = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return [...seen.values()]
}
