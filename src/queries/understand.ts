import { type Finding, inspectAnswer } from '#contract/inspect.ts'
import { useKeysStore } from '#state/keys-store.ts'
import { useNotUnderstoodStore } from '#state/not-understood-store.ts'
import { useNoticeStore } from '#state/notice-store.ts'
import { withoutSecrets } from '#state/secret-vault.ts'
import type { NotedAnswer } from './note-answer.ts'

/** Longest that the page is held up at a time, in milliseconds. */
const SLICE = 5
/** How long to wait for a moment in which no other notice stands there, in milliseconds. */
const LATER = 5_000
const ENTRY = 'trunkline.told'
const REMEMBERED = 500

/** Lists what answers held that this app has no meaning for, in pauses of the page, and sees that the person is told. */
export async function understandAll(
  answers: readonly (readonly [source: string, answer: NotedAnswer])[],
): Promise<void> {
  for (const [source, answer] of answers) await understand(source, answer)
  tell()
}

async function understand(source: string, { keyId, ...answer }: NotedAnswer): Promise<void> {
  const steps = inspectAnswer(answer)
  let since = performance.now()
  let step = steps.next()
  while (!step.done) {
    if (performance.now() - since > SLICE) {
      await pause()
      since = performance.now()
    }
    step = steps.next()
  }
  // The key may have been removed meanwhile, and all that was read with it.
  if (step.value.length === 0 || !useKeysStore.getState().keys.some((key) => key.id === keyId)) return
  const findings = step.value.map((one) => ({
    ...one,
    value: withoutSecrets(one.value),
    sample: withoutSecrets(one.sample),
  }))
  const { bySource } = useNotUnderstoodStore.getState()
  const known = bySource[source]?.findings ?? []
  useNotUnderstoodStore.setState({ bySource: { ...bySource, [source]: { keyId, findings: most(known, findings) } } })
}

/** Waits until the page has nothing better to do, where the browser can tell. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve)
  })
}

/** What was met stays listed, with the most that stood in one answer: a poll must not count the same card again. */
function most(before: readonly Finding[], now: readonly Finding[]): Finding[] {
  const merged = new Map(before.map((one) => [keyOf(one), one]))
  for (const one of now) {
    const known = merged.get(keyOf(one))
    if (!known || known.count < one.count) merged.set(keyOf(one), one)
  }
  return [...merged.values()].slice(0, REMEMBERED)
}

function keyOf({ subject, where, value }: Finding): string {
  return `${subject} ${where} ${value}`
}

let waiting: ReturnType<typeof setTimeout> | undefined

/** Tells of what this device was never told of, once, and never in the place of another notice. */
function tell(): void {
  clearTimeout(waiting)
  const { bySource } = useNotUnderstoodStore.getState()
  const told = new Set(toldBefore())
  const keys = Object.values(bySource).flatMap(({ findings }) => findings.map(keyOf))
  const news = [...new Set(keys)].filter((key) => !told.has(key))
  if (news.length === 0) return
  // Nor over something that a person has opened.
  if (useNoticeStore.getState().notice || document.querySelector('dialog[open], .menu')) {
    waiting = setTimeout(tell, LATER)
    return
  }
  remember([...told, ...news].slice(-REMEMBERED))
  useNotUnderstoodStore.setState({ news: news.length })
}

let inMemory: readonly string[] = []

function toldBefore(): readonly string[] {
  try {
    const json: unknown = JSON.parse(localStorage.getItem(ENTRY) ?? '[]')
    return Array.isArray(json) ? [...inMemory, ...json.filter((one) => typeof one === 'string')] : inMemory
  } catch {
    return inMemory
  }
}

function remember(keys: readonly string[]): void {
  try {
    localStorage.setItem(ENTRY, JSON.stringify(keys))
  } catch {
    // Storage is off or full: it is remembered as long as this page lives.
    inMemory = keys
  }
}
