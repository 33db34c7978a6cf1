/** Opens the browser's own dialog for files; none when the person chooses none. */
export function chooseFiles(
  accept: string,
  { isMany = false }: { readonly isMany?: boolean } = {},
): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = isMany
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
