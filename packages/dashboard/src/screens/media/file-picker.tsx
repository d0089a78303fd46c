import { useRef } from 'react';
import { Button, type ButtonProps } from '../../ui/button.js';

interface FilePickerProps {
  label: string;
  look?: NonNullable<ButtonProps['look']>;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Browsers know no type of subtitles on some systems, so their endings are listed as well. */
const acceptedTypes = 'image/*,video/*,application/pdf,text/vtt,application/x-subrip,.vtt,.srt';

/** A button that opens the browser's file dialog. */
export function FilePicker({ label, look = 'plain', multiple = false, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={acceptedTypes}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Clears the input, so that the same file can be picked again.
          target.value = '';
        }}
      />
      <Button look={look} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
