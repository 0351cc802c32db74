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
  parameters?: { pointerType: 'mouse' | 'touch' }
  actions: object[]
}

/** One source after the other, each with the steps that follow one another. */
export function actionSources(steps: readonly InputStep[]): ActionSource[] {
  const sources: ActionSource[] = []
  for (const step of steps) {
    const { source, actions } = actionsOf(step)
    const last = sources.at(-1)
    if (last?.id === source.id) last.actions.push(...actions)
    else sources.push({ ...source, actions })
  }
  return sources
}

const POINTER = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } } as const
const FINGER = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' } } as const
const KEYBOARD = { type: 'key', id: 'keyboard' } as const
const WHEEL = { type: 'wheel', id: 'wheel' } as const
const TIME = { type: 'none', id: 'time' } as const

interface StepActions {
  source: Omit<ActionSource, 'actions'>
  actions: object[]
}

function actionsOf(step: InputStep): StepActions {
  switch (step.type) {
    case 'move':
      return { source: POINTER, actions: [moveTo(step)] }
    case 'press':
      return { source: POINTER, actions: [{ type: 'pointerDown', button: 0 }] }
    case 'release':
      return { source: POINTER, actions: [{ type: 'pointerUp', button: 0 }] }
    case 'touch':
      return { source: FINGER, actions: [moveTo(step), { type: 'pointerDown', button: 0 }] }
    case 'slide':
      return { source: FINGER, actions: [moveTo(step)] }
    case 'lift':
      return { source: FINGER, actions: [{ type: 'pointerUp', button: 0 }] }
    case 'key-down':
    case 'key-up': {
      const type = step.type === 'key-down' ? 'keyDown' : 'keyUp'
      return { source: KEYBOARD, actions: [{ type, value: KEYS[step.key] ?? step.key }] }
    }
    case 'wheel': {
      const scroll = { type: 'scroll', deltaX: 0, deltaY: step.deltaY, duration: 0 }
      return { source: WHEEL, actions: [{ ...scroll, ...placeOf(step) }] }
    }
    case 'pause':
      return { source: TIME, actions: [{ type: 'pause', duration: step.ms }] }
  }
}

function moveTo(place: { x: number; y: number }): object {
  return { type: 'pointerMove', duration: MOVE_MS, ...placeOf(place) }
}

function placeOf({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y), origin: 'viewport' }
}
