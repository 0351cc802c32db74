import { expect, test } from 'vitest'
import { pressedKey } from '#hooks/pressed-key.ts'

test.each([
  ['m', 'KeyM', 'm'],
  ['ь', 'KeyM', 'm'],
  ['Ь', 'KeyM', 'm'],
  ['л', 'KeyK', 'k'],
  ['х', 'BracketLeft', '['],
  ['ъ', 'BracketRight', ']'],
  ['μ', 'KeyM', 'm'],
  ['ة', 'KeyM', 'm'],
  ['ㅡ', 'KeyM', 'm'],
  ['่', 'KeyJ', 'j'],
  // Latin layouts: Dvorak, AZERTY, QWERTZ, and letters with a mark.
  ['x', 'KeyB', 'x'],
  [',', 'KeyW', ','],
  ['w', 'KeyZ', 'w'],
  ['é', 'Digit2', 'é'],
  ['ü', 'BracketLeft', 'ü'],
  ['ArrowUp', 'ArrowUp', 'ArrowUp'],
  ['.', 'Slash', '.'],
  ['ж', 'Semicolon', 'ж'],
])('%s at %s acts as %s', (key, code, acts) => {
  expect(pressedKey({ key, code })).toBe(acts)
})
