export const REPOSITORY = {
  name: 'shop',
  full_name: 'acme/shop',
  html_url: 'https://github.com/acme/shop',
}
const SENDER = { login: 'ana' }
export const GITHUB = { repository: REPOSITORY, sender: SENDER }
export const ISSUE = {
  number: 7,
  title: 'It breaks',
  html_url: 'https://github.com/acme/shop/issues/7',
  body: 'Each day.',
}
export const PR = {
  number: 8,
  title: 'Mend it',
  html_url: 'https://github.com/acme/shop/pull/8',
  body: '',
  head: { ref: 'mend' },
  base: { ref: 'main' },
}
