import '@mantine/core/styles/Input.layer.css';

export { Textarea as TextAreaField, TextInput as TextField } from '@mantine/core';
