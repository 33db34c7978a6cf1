// The console of the documents service: plain DOM, no build. Texts from the service only ever become text nodes.

const element = (id) => document.getElementById(id)
const state = { slug: undefined, picture: undefined }

const key = element('key')
// For this tab only: the key opens every template, so it must not outlive the visit.
key.value = sessionStorage.getItem('x-api-key') ?? ''
key.addEventListener('change', () => {
  sessionStorage.setItem('x-api-key', key.value)
  guarded(loadTemplates)()
})

/** One request with the key; a refusal becomes an Error that says what the service said. */
async function call(path, options = {}) {
  const response = await fetch(path, {
    ...options,
    headers: { 'x-api-key': key.value, ...options.headers },
  })
  if (response.ok) return response
  const { error } = await response.json()
  const details = error.details === undefined ? '' : `\n${JSON.stringify(error.details, null, 2)}`
  throw new Error(`${error.code}: ${error.message}${details}`)
}

function show(message) {
  element('message').hidden = message === ''
  element('message').textContent = message
}

/** An event handler whose failure is shown instead of lost. */
function guarded(work) {
  return async (event) => {
    event?.preventDefault()
    show('')
    try {
      await work(event)
    } catch (error) {
      show(error.message)
    }
  }
}

async function loadHealth() {
  const health = await (await fetch('/health')).json()
  const office = health.office.available
    ? `LibreOffice ${health.office.version ?? ''}`
    : 'no office: PDF is off'
  element('health').textContent = `${health.status} · ${office}`
}

async function loadTemplates() {
  const { templates } = await (await call('/templates')).json()
  element('templates').replaceChildren(...templates.map(templateItem))
}

function templateItem({ slug, sizeBytes, hasSchema }) {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-current', String(slug === state.slug))
  const size = document.createElement('small')
  size.textContent = `${Math.ceil(sizeBytes / 1024)} kB${hasSchema ? ' · schema' : ''}`
  button.append(slug, size)
  button.addEventListener(
    'click',
    guarded(() => choose(slug)),
  )
  const item = document.createElement('li')
  item.append(button)
  return item
}

async function choose(slug) {
  const { problems, sample } = await (await call(`/templates/${slug}/tags`)).json()
  state.slug = slug
  element('slug').textContent = slug
  element('data').value = JSON.stringify(sample, null, 2)
  element('problems').replaceChildren(...problems.map(problemItem))
  for (const id of ['preview', 'docx', 'pdf', 'delete']) element(id).disabled = false
  await loadTemplates()
}

function problemItem({ part, paragraph, tag, message }) {
  const item = document.createElement('li')
  item.textContent = [tag, message, `(${part}, paragraph ${paragraph})`].filter(Boolean).join(' ')
  return item
}

function request(more) {
  const locale = element('locale').value.trim()
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      slug: state.slug,
      data: JSON.parse(element('data').value),
      strict: element('strict').checked,
      ...(locale === '' ? {} : { locale }),
      ...more,
    }),
  }
}

async function preview() {
  const response = await call('/render/preview', request({ page: Number(element('page').value) }))
  if (state.picture !== undefined) URL.revokeObjectURL(state.picture)
  state.picture = URL.createObjectURL(await response.blob())
  element('picture').src = state.picture
  element('picture').hidden = false
  element('empty').hidden = true
}

async function download(format) {
  const response = await call('/render', request({ format }))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${state.slug}.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function upload(event) {
  const form = new FormData(event.target)
  if (form.get('schema').size === 0) form.delete('schema')
  const slug = form.get('slug')
  const { templates } = await (await call('/templates')).json()
  if (templates.some((template) => template.slug === slug)) {
    form.delete('slug')
    await call(`/templates/${slug}`, { method: 'PUT', body: form })
  } else {
    await call('/templates', { method: 'POST', body: form })
  }
  event.target.reset()
  await choose(slug)
}

async function remove() {
  if (!confirm(`Delete the template ${state.slug}? There is no previous version.`)) return
  await call(`/templates/${state.slug}`, { method: 'DELETE' })
  state.slug = undefined
  element('slug').textContent = ''
  for (const id of ['preview', 'docx', 'pdf', 'delete']) element(id).disabled = true
  await loadTemplates()
}

element('upload').addEventListener('submit', guarded(upload))
element('preview').addEventListener('click', guarded(preview))
element('page').addEventListener('change', guarded(preview))
element('docx').addEventListener(
  'click',
  guarded(() => download('docx')),
)
element('pdf').addEventListener(
  'click',
  guarded(() => download('pdf')),
)
element('delete').addEventListener('click', guarded(remove))
guarded(loadHealth)()
if (key.value !== '') guarded(loadTemplates)()
