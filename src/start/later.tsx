import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * The only place that loads code later. The page has three parts: what the first screen needs, all
 * that answers a person, and what a person opens. The build makes one file of each.
 * See .github/decisions/0002-three-parts-of-the-page.md.
 */

interface LateState<Code> {
  code?: Code
  /** Why the last attempt to load it failed. */
  error?: unknown
}

/** Code that loads once, and again after an error. */
export class LateCode<Code> {
  #state: LateState<Code> = {}
  #loading: Promise<void> | undefined
  readonly #listeners = new Set<(state: LateState<Code>) => void>()

  constructor(private readonly importCode: () => Promise<Code>) {}

  get state(): LateState<Code> {
    return this.#state
  }

  /** Ends when the code is there, or can't be loaded now. */
  load = (): Promise<void> => {
    this.#loading ??= this.importCode().then(
      (code) => this.#change({ code }),
      (error: unknown) => {
        this.#loading = undefined
        this.#change({ error })
      },
    )
    return this.#loading
  }

  /** Returns the function that ends it. */
  follow(listener: (state: LateState<Code>) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #change(state: LateState<Code>): void {
    this.#state = state
    // All that waits for it renders together, in slices: the page answers meanwhile.
    startTransition(() => {
      for (const tell of this.#listeners) tell(state)
    })
  }
}

/** All that answers a person: drag, keys, menus, the palette, writes, and the panel of a card. */
export const answers = new LateCode(() => import('./answers.ts'))

/** Every dialog, and every layout besides the columns. */
export const screens = new LateCode(() => import('./screens.ts'))

export type Screens = NonNullable<(typeof screens)['state']['code']>

/** The code once it is loaded. It doesn't load it: `Later` does. */
export function useLoaded<Code>(late: LateCode<Code>): Code | undefined {
  return useLateState(late).code
}

function useLateState<Code>(late: LateCode<Code>): LateState<Code> {
  const [state, setState] = useState(late.state)
  useEffect(() => {
    setState(late.state)
    return late.follow(setState)
  }, [late])
  return state
}

interface LaterProps<Code> {
  code: LateCode<Code>
  /** Milliseconds until it loads, unless something else loads it before. */
  delayMs?: number
  children: (code: Code) => ReactNode
}

/**
 * Loads code, and renders what needs it. An error goes to the ErrorBoundary around it, whose Retry
 * loads the code again.
 */
export function Later<Code>({ code: late, delayMs = 0, children }: LaterProps<Code>) {
  const state = useLateState(late)
  // An error of an earlier attempt doesn't count: this one begins when it mounts.
  const [atFirst] = useState(state)
  useEffect(() => {
    if (delayMs === 0) return void late.load()
    const timer = setTimeout(late.load, delayMs)
    return () => clearTimeout(timer)
  }, [late, delayMs])
  if (state.error !== undefined && state !== atFirst) throw state.error
  return state.code === undefined ? null : children(state.code)
}
