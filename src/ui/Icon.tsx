import type { IconNode } from 'lucide'

interface IconProps {
  icon: IconNode
  className?: string
  'data-loading'?: string | undefined
}

/** An icon beside a text or on a button that has a name. It has the color of the text. */
export function Icon({ icon, ...props }: IconProps) {
  return (
    <svg
      {...props}
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {icon.map(([Shape, attributes]) => (
        <Shape key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </svg>
  )
}
