import type { InputStep } from './engine.ts'

/** Keys without a character, as in the WebDriver standard. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
}

/** As long as a hand takes for it: drags begin by distance and by time. */
const MOVE_MS = 20

interface ActionSource {
  type: 'pointer' | 'key' | 'wheel' | 'none'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: object[]
}

/** One source after the other, each with the steps that follow one another. */
export function actionSources(steps: readonly InputStep[]): ActionSource[] {
  const sources: ActionSource[] = []
  for (const step of steps) {
    const { source, action } = actionOf(step)
    const last = sources.at(-1)
    if (last?.type === source.type) last.actions.push(action)
    else sources.push({ ...source, actions: [action] })
  }
  return sources
}

const POINTER = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } } as const
const KEYBOARD = { type: 'key', id: 'keyboard' } as const

function actionOf(step: InputStep): { source: Omit<ActionSource, 'actions'>; action: object } {
  switch (step.type) {
    case 'move': {
      const place = { x: Math.round(step.x), y: Math.round(step.y), origin: 'viewport' }
      return { source: POINTER, action: { type: 'pointerMove', duration: MOVE_MS, ...place } }
    }
    case 'press':
      return { source: POINTER, action: { type: 'pointerDown', button: 0 } }
    case 'release':
      return { source: POINTER, action: { type: 'pointerUp', button: 0 } }
    case 'key-down':
    case 'key-up': {
      const type = step.type === 'key-down' ? 'keyDown' : 'keyUp'
      return { source: KEYBOARD, action: { type, value: KEYS[step.key] ?? step.key } }
    }
    case 'wheel': {
      const place = { x: Math.round(step.x), y: Math.round(step.y), origin: 'viewport' }
      const scroll = { type: 'scroll', deltaX: 0, deltaY: step.deltaY, duration: 0, ...place }
      return { source: { type: 'wheel', id: 'wheel' }, action: scroll }
    }
    case 'pause':
      return {
        source: { type: 'none', id: 'time' },
        action: { type: 'pause', duration: step.ms },
      }
  }
}
