import * as v from 'valibot'
import { isVisible } from '../hidden-characters.ts'

const LONE_SURROGATE = /\p{Surrogate}/u
/** Control characters, line separators, and characters that reverse the text around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** A name or title that is stored exactly as it was sent, and that a person can see. */
export function visibleText(field: string, maxLength: number) {
  return v.pipe(
    v.string(`${field} must be a string`),
    v.trim(),
    v.nonEmpty(`${field} must not be empty`),
    v.maxLength(maxLength, `${field} must have at most ${maxLength} characters`),
    v.check((text) => !LONE_SURROGATE.test(text), `${field} must be valid Unicode`),
    v.check((text) => !UNSAFE.test(text), `${field} must not contain control characters`),
    v.check(isVisible, `${field} must contain a visible character`),
  )
}
