import type { ComponentProps } from 'react'
import { INPUT } from './input-styles.ts'

export function SearchInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input {...props} type="search" className={`${INPUT} search-field pl-7.5! ${className}`} />
}
