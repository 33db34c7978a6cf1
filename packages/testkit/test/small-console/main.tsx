import { render } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** What a console has of everything, for the tests of its pages without a browser. */
function Sample() {
  const [told, setTold] = useState<readonly string[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const tell = (text: string): void => setTold((all) => [...all, text])
  return (
    <main>
      <h1>Sample</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          tell('sent')
        }}
      >
        <label>
          Name
          <input onInput={() => tell('typed')} onChange={() => tell('changed')} />
        </label>
        <button type="submit">
          <span>Send</span>
        </button>
      </form>
      <button type="button" onClick={() => setIsAsking(true)}>
        Ask
      </button>
      <button type="button" disabled>
        Never
      </button>
      <button
        type="button"
        onClick={() => {
          throw new Error('the page broke')
        }}
      >
        Break
      </button>
      <button type="button" onClick={() => void load().then(tell)}>
        Load
      </button>
      <button type="button" onClick={save}>
        Save
      </button>
      <section
        aria-label="Files"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => tell(event.dataTransfer?.files[0]?.name ?? 'nothing')}
      />
      <p hidden>Nobody sees this</p>
      {isAsking && <Question onClose={() => setIsAsking(false)} />}
      <ul>
        {told.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </main>
  )
}

function Question({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-label="Sure?" onClose={onClose}>
      <button type="button" onClick={() => dialog.current?.close()}>
        Yes
      </button>
    </dialog>
  )
}

async function load(): Promise<string> {
  localStorage.setItem('visits', String(Number(localStorage.getItem('visits') ?? 0) + 1))
  const answer = await fetch('/health')
  return `${answer.status} ${await answer.text()}`
}

function save(): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['saved']))
  link.download = 'sample.txt'
  link.click()
}

const root = document.getElementById('app')
if (root !== null) render(<Sample />, root)
