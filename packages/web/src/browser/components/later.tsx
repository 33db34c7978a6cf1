import { h, type ComponentChildren, type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export interface LaterProps<P> {
  /** Loads the component; the same function each time. */
  readonly load: () => Promise<ComponentType<P>>
  readonly props: P
  /** Shown until it is there. */
  readonly children?: ComponentChildren
}

// oxlint-disable-next-line typescript/no-explicit-any -- what a function loads is what it says it loads.
const loaded = new Map<unknown, ComponentType<any>>()

/** A component whose script comes when it is first shown. A failed load is tried anew the next time. */
export function Later<P extends object>({ load, props, children }: LaterProps<P>) {
  const [, setVersion] = useState(0)
  const isHere = loaded.has(load)
  useEffect(() => {
    if (isHere) return
    const life = new AbortController()
    const run = async (): Promise<void> => {
      const found = await load().catch(() => undefined)
      if (found === undefined) return
      loaded.set(load, found)
      if (!life.signal.aborted) setVersion((version) => version + 1)
    }
    void run()
    return () => life.abort()
  }, [load, isHere])
  const component: ComponentType<P> | undefined = loaded.get(load)
  return component === undefined ? <>{children}</> : h(component, props)
}
